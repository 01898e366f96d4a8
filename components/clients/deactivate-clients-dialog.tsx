import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { ClientRow } from "./client-views";
import { DialogAnswers } from "./dialog-answers";

export interface DeactivateClientsDialogProps {
  clients: readonly ClientRow[];
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Says which clients stop and what that means, before they are switched off together. */
export function DeactivateClientsDialog(props: DeactivateClientsDialogProps) {
  const { clients, open, onCancel, onConfirm } = props;
  const noun = clients.length === 1 ? "client" : "clients";
  return (
    <Dialog open={open} onClose={onCancel} title={`Deactivate ${clients.length} ${noun}?`}>
      <div className="grid min-w-0 gap-5">
        <ul className="list-disc ps-5">
          {clients.map(({ clientId, name }) => (
            <li key={clientId} className="wrap-anywhere">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <p>
          Token, refresh and authorize requests are refused at once, and so is every platform call
          with their access tokens. Companies keep them in their list with what they granted; you
          can activate them again.
        </p>
        <DialogAnswers onCancel={onCancel}>
          <Button variant="danger" onClick={onConfirm}>
            Deactivate {clients.length} {noun}
          </Button>
        </DialogAnswers>
      </div>
    </Dialog>
  );
}
