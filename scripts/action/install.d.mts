export declare function executableName(platform?: string, arch?: string, musl?: boolean): string;
