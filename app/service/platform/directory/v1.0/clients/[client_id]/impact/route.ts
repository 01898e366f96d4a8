import { routes } from "@/lib/api/routes";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes(
  "/service/platform/directory/v1.0/clients/{client_id}/impact",
);
