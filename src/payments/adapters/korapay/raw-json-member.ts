const MAX_DEPTH = 16;

/**
 * Extracts the raw text of a member of a JSON object, so that a signature can be verified over the signed
 * bytes. Rejects duplicate keys at any level, which parsers resolve differently.
 * @returns the raw text of the value, or null when the input is not such an object.
 */
export function extractRawMember(text: string, member: string): string | null {
  try {
    JSON.parse(text);
    return new Scanner(text, member).scan();
  } catch {
    return null;
  }
}

/** Scans well-formed JSON. */
class Scanner {
  private at = 0;
  private found: string | null = null;

  constructor(
    private readonly text: string,
    private readonly member: string,
  ) {}

  scan(): string | null {
    this.space();
    if (this.text[this.at] !== '{') return null;
    this.object(0);
    return this.found;
  }

  private object(depth: number): void {
    const seen = new Set<string>();
    this.items('}', depth, () => {
      const key = JSON.parse(this.string()) as string;
      if (seen.has(key)) throw new Error('Duplicate key');
      seen.add(key);
      this.space();
      this.at += 1; // the colon
      this.space();
      const start = this.at;
      this.value(depth + 1);
      if (depth === 0 && key === this.member) this.found = this.text.slice(start, this.at);
    });
  }

  private value(depth: number): void {
    const first = this.text[this.at];
    if (first === '{') this.object(depth);
    else if (first === '[') this.items(']', depth, () => this.value(depth + 1));
    else if (first === '"') this.string();
    else while (/[^\s,\]}]/.test(this.text[this.at] ?? ',')) this.at += 1;
  }

  private items(end: string, depth: number, item: () => void): void {
    if (depth > MAX_DEPTH) throw new Error('Nested too deep');
    this.at += 1;
    for (;;) {
      this.space();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] === end) break;
      else item();
    }
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    return this.text.slice(start, this.at);
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}
