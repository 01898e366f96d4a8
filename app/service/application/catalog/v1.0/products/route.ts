import { otherMethods } from "@/lib/api/other-methods";

export { listProducts as GET } from "@/lib/platform/list-products";

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
