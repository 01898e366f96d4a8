import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./text-input";

export interface SelectProps extends ComponentProps<"select"> {
  options: readonly { value: string; label: string }[];
}

/** The browser's own list: it works without JavaScript and on every phone. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={clsx("relative block", className)}>
      <select className={controlClass("h-10 appearance-none pe-9")} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute end-3 top-3 size-4 text-muted"
        aria-hidden="true"
      />
    </span>
  );
}
