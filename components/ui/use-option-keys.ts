import { type KeyboardEvent, useEffect, useId, useState } from "react";

/**
 * A field with a list of options below it: arrow keys move the current one and wrap around, and Enter opens it. The
 * focus stays in the field.
 * @param count how many options there are
 */
export function useOptionKeys(count: number) {
  const listId = useId();
  const [chosen, setCurrent] = useState(0);
  const current = Math.min(chosen, count - 1);
  const idAt = (position: number) => `${listId}-${position}`;
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    if (event.key === "Enter") document.getElementById(idAt(current))?.click();
    if (event.key === "ArrowDown") setCurrent((current + 1) % count);
    else if (event.key === "ArrowUp") setCurrent((current + count - 1) % count);
    if (["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) event.preventDefault();
  };
  return {
    listId,
    setCurrent,
    onKeyDown,
    field: {
      role: "combobox",
      autoComplete: "off",
      autoCapitalize: "none",
      spellCheck: false,
      "aria-autocomplete": "list",
      "aria-expanded": count > 0,
      "aria-controls": count > 0 ? listId : undefined,
      "aria-activedescendant": count > 0 ? idAt(current) : undefined,
    } as const,
    optionAt: (position: number) =>
      ({
        id: idAt(position),
        role: "option",
        tabIndex: -1,
        "aria-selected": position === current,
        onPointerMove: () => setCurrent(position),
      }) as const,
  };
}
