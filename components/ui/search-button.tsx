import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "./button";

/** Submits a search or filter form. */
export function SearchButton() {
  const t = useTranslations("shell.list");
  return (
    <Button type="submit">
      <Search className="size-4" aria-hidden="true" />
      {t("search")}
    </Button>
  );
}
