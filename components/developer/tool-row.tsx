import type { ReactNode } from "react";
import { Button } from "../ui/button";

interface ToolRowProps {
  title: ReactNode;
  explanation: ReactNode;
  /** Unique on the page; names the explanation for the button. */
  id: string;
  button: string;
  isQuiet?: boolean;
  isOff: boolean;
  onPress: () => void;
  /** Instead of the button. */
  controls?: ReactNode;
  /** What came of it. */
  children?: ReactNode;
}

/** One thing to try: a sentence, the button that does it, and the result below. */
export function ToolRow(props: ToolRowProps) {
  const { title, explanation, id, button, isQuiet, isOff, onPress, controls, children } = props;
  return (
    <li className="grid gap-3 px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-2 text-sm">
          {title}
          <span id={id} className="text-muted">
            {explanation}
          </span>
        </div>
        {controls ?? (
          <Button
            size="small"
            variant={isQuiet ? "quiet" : "secondary"}
            pending={isOff}
            aria-describedby={id}
            onClick={onPress}
          >
            {button}
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}
