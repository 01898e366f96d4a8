import { useTranslations } from "next-intl";
import { Dialog } from "../ui/dialog";
import type { ClientRow } from "./client-views";
import { DialogButtons } from "./dialog-buttons";

export interface DeactivateClientsDialogProps {
  clients: readonly ClientRow[];
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Lists the clients to deactivate, and explains what stops. */
export function DeactivateClientsDialog(props: DeactivateClientsDialogProps) {
  const { clients, open, onCancel, onConfirm } = props;
  const t = useTranslations("clients.deactivation");
  const count = clients.length;
  return (
    <Dialog open={open} onClose={onCancel} title={t("title", { count })}>
      <div className="grid min-w-0 gap-5">
        <ul className="list-disc ps-5">
          {clients.map(({ clientId, name }) => (
            <li key={clientId} className="wrap-anywhere">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <p>{t("what")}</p>
        <DialogButtons
          onCancel={onCancel}
          label={t("submit", { count })}
          variant="danger"
          onClick={onConfirm}
        />
      </div>
    </Dialog>
  );
}
