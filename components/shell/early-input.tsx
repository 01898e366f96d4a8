import { headers } from "next/headers";

/** An inline script, so that no click or keystroke is lost before the page's own scripts run. It opens the command palette, too. */
export async function EarlyInput() {
  const policy = (await headers()).get("content-security-policy");
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1];
  return <script nonce={nonce}>{`(${keepEarlyInput.toString()})()`}</script>;
}

/**
 * Records what a person does before React has hydrated the page, and replays it afterwards: clicks on
 * buttons, submitted forms without an action, typed text and changed choices.
 *
 * Runs as an inline script ahead of all others, from its source text: it must not refer to
 * anything outside itself.
 */
function keepEarlyInput(): void {
  const CHECK_EVERY_MS = 16;
  const waiting: { element: Element; repeat: () => boolean }[] = [];
  let repeating = false;

  // React puts a property of this name on each element when it begins to hydrate it.
  const propsOf = (element: Element): unknown => {
    const name = Object.keys(element).find((key) => key.startsWith("__reactProps$"));
    return name && Reflect.get(element, name);
  };
  const isHydrated = (element: Element) => propsOf(element) !== undefined;

  // Until hydration is done, React withholds events from the element; those are dispatched again.
  const arrives = (element: Element, type: string, send: () => void) => {
    let arrived = false;
    const note = () => {
      arrived = true;
    };
    element.addEventListener(type, note);
    repeating = true;
    send();
    repeating = false;
    element.removeEventListener(type, note);
    return arrived;
  };

  const isDone = ({ element, repeat }: (typeof waiting)[number]) =>
    !element.isConnected || (isHydrated(element) && repeat());

  const repeatHydrated = () => {
    while (waiting[0] && isDone(waiting[0])) waiting.shift();
    if (waiting.length > 0) setTimeout(() => whenIdle(repeatHydrated), CHECK_EVERY_MS);
  };

  // React ignores an event for an element that it has hydrated and not yet committed. It works in
  // slices, one right after the other, so the browser is idle only once it is done.
  const whenIdle = (work: () => void) => {
    if ("requestIdleCallback" in window) requestIdleCallback(work);
    else setTimeout(work, CHECK_EVERY_MS);
  };

  const repeatWhenHydrated = (element: Element, repeat: () => boolean) => {
    waiting.push({ element, repeat });
    if (waiting.length === 1) whenIdle(repeatHydrated);
  };

  const hold = (event: Event, element: Element, repeat: () => boolean) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    repeatWhenHydrated(element, repeat);
  };

  const onClick = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest("button[type=button]");
    if (button instanceof HTMLButtonElement && !isHydrated(button)) {
      hold(event, button, () => arrives(button, "click", () => button.click()));
    }
  };

  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.hasAttribute("action")) return;
    if (repeating) event.preventDefault();
    else if (!isHydrated(form)) {
      hold(event, form, () => arrives(form, "submit", () => form.requestSubmit(submitter)));
    }
  };

  // React ignores an event that leaves the value it knows. It learns of another one through the
  // element's own property, and not of the one that is set through the prototype's.
  const enterAgain = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    field.value = text === "" ? field.defaultValue : "";
    const prototype = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
    return arrives(field, "input", () => {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };

  const isCheckable = (field: Element): field is HTMLInputElement =>
    field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

  /** How to restore the current state of a field. */
  const entryOf = (field: Element): (() => boolean) | undefined => {
    if (isCheckable(field)) {
      const { checked } = field;
      return () => {
        field.checked = !checked;
        // click() does nothing while the field handles another click.
        const click = new MouseEvent("click", { bubbles: true, cancelable: true });
        return arrives(field, "click", () => field.dispatchEvent(click));
      };
    }
    // The files of an input stay chosen, and a script cannot choose them.
    const isFile = field instanceof HTMLInputElement && field.type === "file";
    if (isFile || field instanceof HTMLSelectElement) {
      const { value } = field;
      return () => {
        if (!isFile) field.value = value;
        return arrives(field, "change", () => {
          field.dispatchEvent(new Event("change", { bubbles: true }));
        });
      };
    }
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      const { value } = field;
      return () => enterAgain(field, value);
    }
    return undefined;
  };

  /** Whether input in one field overrides earlier input in the other. */
  const isReplacedBy = (one: Element, other: Element) =>
    one === other ||
    (one instanceof HTMLInputElement &&
      other instanceof HTMLInputElement &&
      one.type === "radio" &&
      other.type === "radio" &&
      one.name === other.name &&
      one.form === other.form);

  /** Whether the field, and React if it controls the field, still have what was entered. */
  const stillHas = (field: Element, name: "checked" | "value", entered: unknown) => {
    const props = propsOf(field);
    const received: unknown = props instanceof Object ? Reflect.get(props, name) : undefined;
    return (received ?? Reflect.get(field, name)) === entered;
  };

  // An event during hydration makes React finish first, which resets the field to the value that the server sent.
  let isSettled = false;
  addEventListener("load", () => {
    whenIdle(() => {
      isSettled = true;
    });
  });

  /** Repeats the current entry if React has reset the field. */
  let restoreEntry: (() => void) | undefined;

  // A checkbox has been reset by its click when its input event comes.
  const onEntry = ({ target: field, type }: Event) => {
    if (repeating) return;
    restoreEntry = undefined;
    if (!(field instanceof Element) || isCheckable(field) !== (type === "click")) return;
    const repeat = entryOf(field);
    if (!repeat) return;
    const earlier = waiting.findIndex(({ element }) => isReplacedBy(element, field));
    if (earlier >= 0) waiting.splice(earlier, 1, { element: field, repeat });
    else if (!isHydrated(field)) repeatWhenHydrated(field, repeat);
    else if (!isSettled) {
      const name = isCheckable(field) ? "checked" : "value";
      const entered: unknown = Reflect.get(field, name);
      restoreEntry = () => stillHas(field, name, entered) || repeat();
    }
  };

  // Runs after React has handled the event, and before the next one.
  const onEntryHandled = () => {
    if (repeating) return;
    restoreEntry?.();
    restoreEntry = undefined;
  };

  // The field of the command palette then takes what is typed next.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== "k") return;
    const palette = document.querySelector("dialog[data-palette]");
    if (!(palette instanceof HTMLDialogElement)) return;
    event.preventDefault();
    // A dialog that is open is answered first.
    if (!document.querySelector("dialog:modal")) palette.showModal();
  };

  addEventListener("keydown", onKeyDown);
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
  for (const type of ["click", "input"]) {
    addEventListener(type, onEntry, true);
    addEventListener(type, onEntryHandled);
  }
}
