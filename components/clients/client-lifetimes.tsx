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

/** How long what a client gets lives, in words, in seconds and as a picture. */
export function ClientLifetimes(props: ClientLifetimesProps) {
  const { client, onlineLifetime, clientPath, mayWrite } = props;
  return (
    <Panel
      title="Tokens"
      actions={
        mayWrite ? (
          <LinkButton href={`${clientPath}/edit#tokens`} size="small">
            Edit
          </LinkButton>
        ) : null
      }
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <FactList facts={lifetimeFacts(client, onlineLifetime)} />
        <LifetimeTimeline
          lifetimes={[
            { label: "Online access token", seconds: onlineLifetime, slides: false },
            { label: "Offline access token", seconds: client.accessTokenLifetime, slides: false },
            { label: "Refresh token", seconds: client.refreshTokenLifetime, slides: true },
          ]}
        />
      </div>
    </Panel>
  );
}

function lifetimeFacts(client: ClientDetailView, onlineLifetime: number): Fact[] {
  return [
    { label: "Online access token", value: <Lifetime seconds={onlineLifetime} /> },
    { label: "Offline access token", value: <Lifetime seconds={client.accessTokenLifetime} /> },
    { label: "Refresh token", value: <Lifetime seconds={client.refreshTokenLifetime} /> },
    {
      label: "At a refresh",
      value: client.rotatesRefreshTokens
        ? "A new refresh token; the old one stops once the new one is used"
        : "The same refresh token again, its lifetime counted anew",
    },
    { label: "PKCE", value: client.requiresPkce ? "Required" : "Not required" },
  ];
}

function Lifetime({ seconds }: { seconds: number }) {
  return (
    <>
      {lifetimeInWords(seconds)} <span className="text-muted text-sm">({seconds} s)</span>
    </>
  );
}
