import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";

/** A button of a table's row; screen readers also hear the row's name. */
export function RowButton(props: { name: string; onClick: () => void; children: string }) {
  const t = useTranslations("platform.list");
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return (
    <Button size="small" onClick={props.onClick}>
      {props.children}
      {t.rich("ofRow", { name: () => <bdi>{props.name}</bdi>, unseen })}
    </Button>
  );
}
