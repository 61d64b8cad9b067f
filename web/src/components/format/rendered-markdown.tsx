import MarkdownIt from 'markdown-it';
import styles from './markdown.module.css';

/** HTML in the text is shown and not rendered, addresses other than of pages and mail are no links; images would tell who reads. */
const renderer = new MarkdownIt({ linkify: true, breaks: true }).disable('image');

/** Default export, loaded lazily: most screens show no Markdown. */
export default function RenderedMarkdown({ text }: { text: string }) {
  return (
    <div
      className={styles.markdown}
      dir="auto"
      dangerouslySetInnerHTML={{ __html: renderer.render(text) }}
    />
  );
}
