import { routes } from "@/lib/api/routes";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes("/service/platform/gate/v1.0/log");
