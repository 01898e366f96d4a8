import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { ClientMark } from "../clients/client-mark";
import { LinkButton } from "../ui/button";
import { FocusCard, FocusFrame } from "../ui/focus-frame";

export interface DeadEndProps {
  /** The extension that it is about. */
  client?: ComponentProps<typeof ClientMark>["client"];
  title: ReactNode;
  /** Names the extension or person concerned, below the title. */
  about?: ReactNode;
  /** What happened, in one sentence. */
  what: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  /** True inside the frame of a signed-in person. */
  isFramed?: boolean;
}

/** A page that leads no further: what happened, and what to do next. */
export function DeadEnd(props: DeadEndProps) {
  const { client, title, about, what, children, actions, isFramed = false } = props;
  const card = (
    <FocusCard
      head={
        <>
          {client ? <ClientMark size="large" client={client} /> : null}
          <div className="grid gap-2">
            <h1 className="text-2xl">{title}</h1>
            {about ? <p className="text-muted">{about}</p> : null}
          </div>
        </>
      }
      foot={actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
    >
      <div className="grid gap-2">
        <p className="font-semibold">{what}</p>
        {children}
      </div>
    </FocusCard>
  );
  return isFramed ? card : <FocusFrame>{card}</FocusFrame>;
}

/** A page that does not exist, or that the person's role cannot open. */
export function NoSuchPage(props: { reason: "notFound" | "forbidden"; isFramed: boolean }) {
  const t = useTranslations("shell");
  const { reason, isFramed } = props;
  return (
    <DeadEnd
      title={t(`${reason}.title`)}
      what={t(`${reason}.explanation`)}
      actions={
        <LinkButton href="/" variant="primary">
          {t("startPage")}
        </LinkButton>
      }
      isFramed={isFramed}
    />
  );
}
