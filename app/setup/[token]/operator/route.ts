export { createOperator as POST } from "@/lib/setup/create-operator";
