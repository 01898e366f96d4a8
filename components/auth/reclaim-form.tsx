import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

/** For somebody whose e-mail address another person made an account with. Works without JavaScript. */
export function ReclaimForm() {
  const t = useTranslations("signIn.reclaim");
  return (
    <details>
      <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-sm font-medium text-link">
        <ChevronRight className="chevron size-4 shrink-0 rtl:-scale-x-100" aria-hidden="true" />
        {t("title")}
      </summary>
      <form action="/sign-in/reclaim" method="post" className="grid gap-5 pt-3">
        <p className="text-muted text-sm">{t("why")}</p>
        <Field label={t("email")}>
          {(control) => (
            <TextInput {...control} name="email" type="email" autoComplete="email" required />
          )}
        </Field>
        <div>
          <Button type="submit">{t("submit")}</Button>
        </div>
      </form>
    </details>
  );
}
