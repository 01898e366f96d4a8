export { downloadReceipt as GET } from "@/lib/companies/download-receipt";
