import MarkdownIt from 'markdown-it';
import styles from './markdown.module.css';

/** HTML in the text is shown and not rendered, addresses other than of pages and mail are no links; images would tell who reads. */
const markdown = new MarkdownIt({ linkify: true, breaks: true }).disable('image');

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  const link = tokens[index]!;
  if (/^https?:/.test(link.attrGet('href') ?? '')) {
    link.attrSet('target', '_blank');
    link.attrSet('rel', 'noopener noreferrer nofollow');
  }
  return renderer.renderToken(tokens, index, options);
};

/** Default export, loaded lazily: most screens show no Markdown. */
export default function RenderedMarkdown({ text }: { text: string }) {
  return (
    <div
      className={styles.markdown}
      dir="auto"
      dangerouslySetInnerHTML={{ __html: markdown.render(text) }}
    />
  );
}
