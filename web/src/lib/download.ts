/** Hands a file to the browser under the given name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // At once would take it from browsers that start the download a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
