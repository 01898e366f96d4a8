import { CLIENT_PATH } from "@/lib/clients/paths";

export const path = `${CLIENT_PATH}/logo` as const;
