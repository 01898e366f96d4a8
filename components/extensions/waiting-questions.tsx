import { useTranslations } from "next-intl";
import type { WaitingQuestion } from "@/lib/tenants/extension-values";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { ListPanel } from "../ui/list-panel";
import { Notice } from "../ui/notice";
import { Timestamp } from "../ui/timestamp";
import { PublisherLine } from "./publisher";

interface WaitingQuestionsProps {
  questions: readonly WaitingQuestion<ScopeView>[];
  /** Path of the company's questions; each is answered at `{path}/{id}/decision`. */
  path: string;
}

/** Requests from staff, for an owner or admin to answer. */
export function WaitingQuestions({ questions, path }: WaitingQuestionsProps) {
  const t = useTranslations("extensions.questions");
  return (
    <ListPanel title={t("title")} description={t("explanation")} tone="brass">
      {questions.map((question) => (
        <li key={question.id} className="px-4 py-1.5 sm:px-6">
          <Question question={question} action={`${path}/${question.id}/decision`} />
        </li>
      ))}
    </ListPanel>
  );
}

function Question(props: { question: WaitingQuestion<ScopeView>; action: string }) {
  const { question, action } = props;
  const t = useTranslations("extensions.questions");
  const { clientName: name, askedBy, publisherVerified, scopes } = question;
  return (
    <Disclosure
      look="row"
      summary={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <ClientMark client={{ ...question, name }} />
          <h3 className="text-base">
            <UntrustedName name={name} />
          </h3>
          <PublisherLine name={question.publisherName} verified={publisherVerified} />
          <span className="text-muted text-sm">
            {t.rich("asked", {
              count: scopes.length,
              when: () => <Timestamp value={question.askedAt} />,
              person: () => <bdi>{askedBy.name}</bdi>,
            })}
          </span>
        </span>
      }
    >
      <div className="grid gap-4 pb-3 sm:ps-5.5">
        {publisherVerified ? null : <p className="text-sm">{t("unverified")}</p>}
        {askedBy.email ? (
          <a href={`mailto:${askedBy.email}`} className="inline-link w-fit text-sm">
            {askedBy.email}
          </a>
        ) : null}
        <h4 className="font-semibold">{t("able")}</h4>
        <ScopeGroups scopes={scopes} />
        <Answer
          action={action}
          clientName={name}
          shown={scopes.map((scope) => scope.name).join(",")}
        />
      </div>
    </Disclosure>
  );
}

/**
 * Two equal answers, as on the consent page, so that neither is suggested.
 * @param shown the scopes on the page, which the answer names: staff may have changed them since
 */
function Answer(props: { action: string; clientName: string; shown: string }) {
  const { action, clientName, shown } = props;
  const t = useTranslations("extensions.questions");
  const client = () => <UntrustedName name={clientName} />;
  const look = "h-auto w-full whitespace-normal";
  return (
    <form
      action={action}
      method="post"
      className="grid max-w-form grid-cols-2 gap-3 *:justify-self-stretch"
    >
      <input type="hidden" name="scopes" value={shown} />
      <Button type="submit" name="decision" value="deny" className={look}>
        <span>{t.rich("deny", { client })}</span>
      </Button>
      <Button type="submit" name="decision" value="allow" className={look}>
        <span>{t.rich("allow", { client })}</span>
      </Button>
    </form>
  );
}

/** Effects of an answer to a staff member's request; `changed` means none, because the request had changed. */
const ANSWERS = ["allow", "deny", "changed"] as const;

/** Says what answering a staff member's request did. Renders nothing for an unknown answer. */
export function AnsweredNotice({ answer: text }: { answer: string }) {
  const t = useTranslations("extensions.answered");
  const answer = ANSWERS.find((name) => name === text);
  if (!answer) return null;
  return (
    <Notice
      tone={answer === "changed" ? "warning" : "success"}
      title={t(answer)}
      live
      next={t(`${answer}Next`)}
    />
  );
}
