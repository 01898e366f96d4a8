import { useTranslations } from "next-intl";
import { PageHeader } from "../ui/page-header";
import { type Choice, docsAddress } from "./docs-address";
import type { ReturnedError } from "./operation-reference";

/** All error codes with their statuses, each a link to its explanation. */
export function ErrorCodes(props: { errors: readonly ReturnedError[]; choice: Choice }) {
  const t = useTranslations("docs");
  return (
    <>
      <PageHeader
        parents={[{ label: t("pageTitle"), href: docsAddress(props.choice) }]}
        title={t("errorCodes.title")}
        description={t.rich("errorCodes.explanation", {
          code: (words) => <code className="font-mono text-sm">{words}</code>,
        })}
      />
      <ErrorList errors={props.errors} isWide />
    </>
  );
}

/** Error codes with their statuses, as links to their explanations. */
export function ErrorList(props: { errors: readonly ReturnedError[]; isWide?: boolean }) {
  return (
    <ul className={props.isWide ? "field-tree md:columns-2" : "field-tree"}>
      {props.errors.map(({ code, status, title }) => (
        <li key={code} className="break-inside-avoid">
          <a href={`/errors/${code}`}>{code}</a> <small>{status}</small>
          <p>{title}</p>
        </li>
      ))}
    </ul>
  );
}
