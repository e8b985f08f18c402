/** A socket for tests. The test plays the server. */

export class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readyState = 0;
  sent: string[] = [];

  constructor(public url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
  }

  say(message: unknown): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
}
