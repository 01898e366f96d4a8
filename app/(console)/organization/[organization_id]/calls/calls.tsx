import type { CallListState } from "@/components/calls/call-filters";
import { CallsScreen } from "@/components/calls/calls-screen";
import { Hydrated } from "@/components/shell/hydrated";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { openCalls } from "@/lib/requests/calls/open-calls";

export interface CallsProps extends CallListState {
  path: string;
  caller: Caller;
  /** Null for all clients. */
  clientId: string | null;
}

/** The list on a page of calls, once it is read. */
export async function Calls({ path, caller, clientId, state, query }: CallsProps) {
  const ofClient = clientId === null ? query : { ...query, client_id: clientId };
  return (
    <Hydrated namespaces={["calls", "causes", "events"]} data={[]}>
      <CallsScreen
        path={path}
        organizationId={caller.organizationId}
        clientId={clientId}
        state={state}
        opened={await perform(openCalls, { caller, query: ofClient })}
      />
    </Hydrated>
  );
}
