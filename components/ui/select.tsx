import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass, smallControlClass } from "./text-input";

export interface SelectProps extends ComponentProps<"select"> {
  options: readonly { value: string; label: string }[];
  /** True for the bar above a list, where its first option says what it chooses. */
  small?: boolean;
}

/** The browser's own list: it works without JavaScript and on every phone. */
export function Select({ options, small = false, className, ...rest }: SelectProps) {
  return (
    <span className={clsx("relative block", small && "w-fit max-w-full", className)}>
      <select
        className={
          small
            ? smallControlClass("max-w-56 appearance-none pe-8")
            : controlClass("h-10 appearance-none pe-9")
        }
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className={clsx(
          "pointer-events-none absolute size-4 text-muted",
          small ? "end-2 top-2" : "end-3 top-3",
        )}
      />
    </span>
  );
}
