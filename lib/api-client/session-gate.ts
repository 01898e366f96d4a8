/** Lets the person sign in again; false when they would rather not. */
type Gate = () => Promise<boolean>;

let gate: Gate | null = null;

/** Names who asks the person of this page to sign in again. @returns stops that */
export function openSessionGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}

/** Whether the person has signed in again, so that a request can be repeated. */
export function signInAgain(): Promise<boolean> {
  return gate ? gate() : Promise.resolve(false);
}
