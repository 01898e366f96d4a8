/** Lets the person sign in again; false if they cancel. */
type Gate = () => Promise<boolean>;

let gate: Gate | null = null;

/**
 * Registers the page's sign-in prompt.
 * @returns unregisters it
 */
export function openSessionGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}

/** Whether the person has signed in again, so that the request can be repeated. */
export function signInAgain(): Promise<boolean> {
  return gate ? gate() : Promise.resolve(false);
}
