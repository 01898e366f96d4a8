import { CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import { Panel } from "../ui/panel";
import type { ClientDetailView, ClientImpactView } from "./client-views";

interface Step {
  isDone: boolean;
  what: string;
  /** Where it is done. */
  href: string;
  where: string;
}

export interface FirstStepsProps {
  client: ClientDetailView;
  impact: ClientImpactView;
  clientPath: string;
}

/** What a new client still needs, ticked off by what really happened; nothing once all is done. */
export function FirstSteps({ client, impact, clientPath }: FirstStepsProps) {
  const steps = stepsOf(client, impact, clientPath);
  if (steps.every(({ isDone }) => isDone)) return null;
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <Panel
      title="First steps"
      description={`${left} of ${steps.length} left. They tick themselves as it happens.`}
    >
      <ol className="grid gap-2.5">
        {steps.map((step) => (
          <li key={step.what} className="flex gap-3">
            {step.isDone ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
            ) : (
              <CircleDashed className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden="true" />
            )}
            <span className={step.isDone ? "text-muted" : undefined}>
              <span className="sr-only">{step.isDone ? "Done: " : "To do: "}</span>
              {step.what}{" "}
              {step.isDone ? null : (
                <Link href={step.href} className="inline-link">
                  {step.where}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function stepsOf(client: ClientDetailView, impact: ClientImpactView, path: string): Step[] {
  return [
    {
      isDone: client.redirectUrls.length > 0,
      what: "Say where sellers come back to.",
      href: `${path}/edit#redirect-urls`,
      where: "Add a redirect URL",
    },
    {
      isDone: client.scopes.length > 0,
      what: "Choose what it may ask sellers for.",
      href: `${path}/edit#scopes`,
      where: "Choose scopes",
    },
    {
      isDone: client.lastUsedAt !== null,
      what: "Let the extension use its secret for the first time.",
      href: `${path}/quick-start`,
      where: "Open the quick start",
    },
    {
      isDone: impact.companies.total > 0,
      what: "Install it in a first company.",
      href: `${path}/try`,
      where: "Try it",
    },
    {
      isDone: impact.lastCallAt !== null,
      what: "Make a first platform call with a token.",
      href: `${path}/quick-start`,
      where: "See how",
    },
  ];
}
