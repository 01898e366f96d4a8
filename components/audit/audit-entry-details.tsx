import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { AuditEntry } from "@/lib/audit/schemas";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { actionLabel, targetLabel } from "./audit-words";
import { ChangeLines } from "./change-lines";

export interface AuditEntryDetailsProps {
  entry: AuditEntry;
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** What was done to what; opens to what it changed, and everything that is known about it. */
export function AuditEntryDetails({ entry, clientsPath }: AuditEntryDetailsProps) {
  return (
    <details>
      <summary className="flex min-h-8 items-start gap-1.5 rounded-sm py-1">
        <ChevronRight className="chevron mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">{actionLabel(entry.action)}</span>{" "}
          <span className="text-muted">
            <bdi>{targetLabel(entry)}</bdi>
          </span>
        </span>
      </summary>
      <div className="grid gap-5 pt-2 pb-3 sm:ps-5.5">
        <ChangeLines before={entry.before} after={entry.after} />
        <FactList facts={factsOf(entry, clientsPath)} />
      </div>
    </details>
  );
}

function factsOf(entry: AuditEntry, clientsPath: string): Fact[] {
  const { actor, target } = entry;
  const [kind, id = ""] = target.split(":", 2);
  return [
    { label: "Action", value: <code className="font-mono text-sm">{entry.action}</code> },
    {
      label: "Done to",
      value:
        kind === "client" && entry.target_name ? (
          <Link href={`${clientsPath}/${id}`} className="inline-link">
            <bdi>{entry.target_name}</bdi>
          </Link>
        ) : (
          <Identifier value={target} what="target" />
        ),
    },
    {
      label: "Done by",
      value: <Identifier value={`${actor.type}:${actor.id}`} what="actor" />,
    },
    { label: "Request id", value: <Identifier value={entry.request_id} what="request id" /> },
    { label: "Entry", value: entry.id },
    { label: "Hash", value: <Identifier value={entry.hash} what="hash" /> },
  ];
}
