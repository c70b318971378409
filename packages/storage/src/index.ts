export const PACKAGE_NAME = "@signalbox/storage";
