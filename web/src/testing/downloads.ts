export interface Download {
  name: string;
  content: Blob;
}

/** Records downloaded files; call it at the top of a describe block. */
export function recordDownloads(): Download[] {
  const saved: Download[] = [];
  const real = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
  const blobs = new Map<string, Blob>();
  const click = HTMLAnchorElement.prototype.click;

  beforeAll(() => {
    URL.createObjectURL = (content) => {
      const address = `blob:${blobs.size}`;
      blobs.set(address, content as Blob);
      return address;
    };
    URL.revokeObjectURL = () => undefined;
    // jsdom would try to navigate.
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const content = blobs.get(this.href);
      if (content) saved.push({ name: this.download, content });
    };
  });
  beforeEach(() => saved.splice(0));
  afterAll(() => {
    URL.createObjectURL = real.create;
    URL.revokeObjectURL = real.revoke;
    HTMLAnchorElement.prototype.click = click;
  });
  return saved;
}
