import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";

/** For a member whose role may look at clients but not change them. */
export function MissingRole({ role, listPath }: { role: string; listPath: string }) {
  return (
    <>
      <Notice tone="warning" title={`Your role, ${role}, cannot do this.`}>
        <p>Owners, admins and developers register and change clients. Ask one of them.</p>
      </Notice>
      <div>
        <LinkButton href={listPath}>Go to the clients</LinkButton>
      </div>
    </>
  );
}
