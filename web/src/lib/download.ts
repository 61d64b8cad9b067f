/** Downloads a blob in the browser under the given name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start the download later; revoking at once would break it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
