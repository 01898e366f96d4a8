import { routes } from "@/lib/api/routes";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes(
  "/service/panel/partners/v1.0/extensions/details/{api_key}",
);
