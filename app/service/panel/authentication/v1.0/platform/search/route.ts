import { routes } from "@/lib/api/routes";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes(
  "/service/panel/authentication/v1.0/platform/search",
);
