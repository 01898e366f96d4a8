import clsx from "clsx";
import { useMessages, useTranslations } from "next-intl";
import { type ChangeLine, describeChange, type FieldChange } from "./describe-change";

const LOOKS = {
  removed: { sign: "−", className: "bg-danger-soft text-danger" },
  added: { sign: "+", className: "bg-success-soft text-success" },
  stated: { sign: "", className: "bg-sunken" },
} satisfies Record<ChangeLine["kind"], { sign: string; className: string }>;

export interface ChangeLinesProps {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** What an action changed, field by field: lines that were removed and lines that were added. */
export function ChangeLines({ before, after }: ChangeLinesProps) {
  const t = useTranslations("audit.changes");
  const { audit } = useMessages();
  const changes = describeChange(audit, before, after);
  if (changes.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <dl className="grid gap-3">
      {changes.map((change) => (
        <Field key={change.label} change={change} />
      ))}
    </dl>
  );
}

function Field({ change }: { change: FieldChange }) {
  const t = useTranslations("audit.changes");
  return (
    <div className="grid gap-1">
      <dt className="text-muted text-sm">{change.label}</dt>
      {change.lines.map(({ kind, text }) => {
        const { sign, className } = LOOKS[kind];
        return (
          <dd
            key={`${kind} ${text}`}
            className={clsx("flex gap-2 rounded-sm px-2 py-0.5 font-mono text-sm", className)}
          >
            {sign ? <span aria-hidden="true">{sign}</span> : null}
            {kind === "stated" ? null : <span className="sr-only">{t(kind)}</span>}
            <bdi className="min-w-0">{text}</bdi>
          </dd>
        );
      })}
    </div>
  );
}
