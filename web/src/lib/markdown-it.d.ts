/** The part of it that is used; it has no types of its own. */
declare module 'markdown-it' {
  interface Token {
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }
  interface Renderer {
    rules: Record<
      string,
      (tokens: Token[], index: number, options: object, env: object, renderer: Renderer) => string
    >;
    renderToken(tokens: Token[], index: number, options: object): string;
  }
  export default class MarkdownIt {
    constructor(options: { linkify: boolean; breaks: boolean });
    readonly renderer: Renderer;
    disable(rule: string): this;
    render(markdown: string): string;
  }
}
