import { routes } from "@/lib/api/routes";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes(
  "/service/application/catalog/v1.0/products/",
);
