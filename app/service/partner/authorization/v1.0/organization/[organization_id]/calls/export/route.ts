import { routes } from "@/lib/api/routes";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes(
  "/service/partner/authorization/v1.0/organization/{organization_id}/calls/export",
);
