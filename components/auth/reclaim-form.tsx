import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

/** For a person whose email address someone else used for an account. Works without JavaScript. */
export function ReclaimForm() {
  const t = useTranslations("signIn.reclaim");
  return (
    <Disclosure summary={t("title")}>
      <form action="/sign-in/reclaim" method="post" className="grid gap-5">
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
    </Disclosure>
  );
}
