/** Questions to another process, which it answers in messages. */
export class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  /**
   * Waits for the answer to a question.
   * @param send sends the question with this id, which its answer repeats
   */
  ask(send: (id: number) => void): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  /** Takes an answer. Only the first one to a question counts. */
  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
