export { downloadInstalledReceipt as GET } from "@/lib/organizations/installed/download-installed-receipt";
