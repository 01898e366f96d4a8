import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import { Button } from "../ui/button";
import { ListPanel } from "../ui/list-panel";
import { Notice } from "../ui/notice";
import { Timestamp } from "../ui/timestamp";
import { ExtensionSummary } from "./extension-summary";
import type { WaitingQuestion } from "./extension-views";

interface WaitingQuestionsProps {
  questions: readonly WaitingQuestion[];
  /** Path of the company's questions; each is answered at `{path}/{id}/decision`. */
  path: string;
}

/** Requests from staff, for an owner or admin to answer. */
export function WaitingQuestions({ questions, path }: WaitingQuestionsProps) {
  const t = useTranslations("extensions.questions");
  return (
    <ListPanel title={t("title")} description={t("explanation")} tone="brass">
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          action={`${path}/${question.id}/decision`}
        />
      ))}
    </ListPanel>
  );
}

function Question({ question, action }: { question: WaitingQuestion; action: string }) {
  const t = useTranslations("extensions.questions");
  const { clientName, askedBy } = question;
  return (
    <li className="grid gap-4 px-4 py-5 sm:px-6">
      <ExtensionSummary extension={{ ...question, name: clientName }}>
        {question.publisherVerified ? null : <p className="text-sm">{t("unverified")}</p>}
        <p className="text-muted text-sm">
          {t.rich("asked", {
            when: () => <Timestamp value={question.askedAt} />,
            person: () => <bdi>{askedBy.name}</bdi>,
            email: () =>
              askedBy.email === null ? null : (
                <>
                  ,{" "}
                  <a href={`mailto:${askedBy.email}`} className="inline-link">
                    {askedBy.email}
                  </a>
                </>
              ),
          })}
        </p>
      </ExtensionSummary>
      <div className="grid gap-2">
        <h4 className="font-semibold">{t("able")}</h4>
        <ScopeGroups scopes={question.scopes} />
      </div>
      <Answer
        action={action}
        clientName={clientName}
        shown={question.scopes.map(({ name }) => name).join(",")}
      />
    </li>
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
    <form action={action} method="post" className="grid max-w-form gap-3 sm:grid-cols-2">
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
    <Notice tone={answer === "changed" ? "warning" : "success"} title={t(answer)} live>
      <p>{t(`${answer}Next`)}</p>
    </Notice>
  );
}
