import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import { type Choice, docsAddress } from "./docs-address";

/** A client by the name that its organization knows. */
export interface NamedClient {
  id: string;
  name: string;
}

/** Fills the examples of a page with a client's id. Nothing for people without clients. */
export function ClientChoice(props: {
  choice: Choice;
  topic: string;
  clients: readonly NamedClient[];
}) {
  const { choice, topic, clients } = props;
  const t = useTranslations("docs.choice");
  if (clients.length === 0) return null;
  return (
    <form action={docsAddress({}, topic)} method="get" className="flex items-end gap-2">
      {choice.organization_id ? (
        <input type="hidden" name="organization_id" value={choice.organization_id} />
      ) : null}
      <div className="min-w-0 grow">
        <Field label={t("label")}>
          {(control) => (
            <Select
              {...control}
              name="client_id"
              defaultValue={choice.client_id ?? ""}
              options={[
                { value: "", label: t("none") },
                ...clients.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
      </div>
      <Button type="submit">{t("submit")}</Button>
    </form>
  );
}
