import { useTranslations } from "next-intl";
import { type Fact, FactList } from "../ui/fact-list";
import { LinkButton } from "../ui/link-button";
import { Panel } from "../ui/panel";
import type { ClientDetailView } from "./client-views";
import { lifetimeInWords } from "./client-words";
import { LifetimeTimeline } from "./lifetime-timeline";

export interface ClientLifetimesProps {
  client: ClientDetailView;
  /** Lifetime of online tokens, which is the same for every client, in seconds. */
  onlineLifetime: number;
  clientPath: string;
  mayWrite: boolean;
}

/** The lifetimes of a client's tokens, in words, in seconds and as a timeline. */
export function ClientLifetimes(props: ClientLifetimesProps) {
  const { client, onlineLifetime, clientPath, mayWrite } = props;
  const t = useTranslations("clientPages");
  return (
    <Panel
      title={t("lifetimes.title")}
      actions={
        mayWrite ? (
          <LinkButton href={`${clientPath}/edit#tokens`} size="small">
            {t("edit")}
          </LinkButton>
        ) : null
      }
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <LifetimeFacts client={client} onlineLifetime={onlineLifetime} />
        <LifetimeTimeline
          lifetimes={[
            { token: "online", seconds: onlineLifetime },
            { token: "offline", seconds: client.accessTokenLifetime },
            { token: "refresh", seconds: client.refreshTokenLifetime },
          ]}
        />
      </div>
    </Panel>
  );
}

function LifetimeFacts(props: Pick<ClientLifetimesProps, "client" | "onlineLifetime">) {
  const { client, onlineLifetime } = props;
  const t = useTranslations("clientPages.lifetimes");
  const facts: Fact[] = [
    { label: t("online"), value: <Lifetime seconds={onlineLifetime} /> },
    { label: t("offline"), value: <Lifetime seconds={client.accessTokenLifetime} /> },
    { label: t("refresh"), value: <Lifetime seconds={client.refreshTokenLifetime} /> },
    { label: t("atRefresh"), value: t(client.rotatesRefreshTokens ? "rotates" : "stays") },
    { label: t("pkce"), value: t(client.requiresPkce ? "required" : "notRequired") },
  ];
  return <FactList facts={facts} />;
}

function Lifetime({ seconds }: { seconds: number }) {
  const t = useTranslations("clientPages.lifetimes");
  const words = lifetimeInWords(useTranslations("clientWords"), seconds);
  return t.rich("seconds", {
    words,
    seconds,
    exact: (inSeconds) => <span className="text-muted text-sm">{inSeconds}</span>,
  });
}
