import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";

interface PlainFormProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  action: string;
  submit: ReactNode;
  children?: ReactNode;
}

/** A form that works without JavaScript: its fields below each other, and then its button. */
export function PlainForm({ action, submit, children, ...look }: PlainFormProps) {
  return (
    <form action={action} method="post" className="grid gap-5">
      {children}
      <Button type="submit" {...look}>
        {submit}
      </Button>
    </form>
  );
}
