/** The part of it that is used; it has no types of its own. */
declare module 'markdown-it' {
  export default class MarkdownIt {
    constructor(options: { linkify: boolean; breaks: boolean });
    disable(rule: string): this;
    render(markdown: string): string;
  }
}
