package syntax

// Basics lists the spellings that a Basic type's Name can have.
func Basics() []string {
	return []string{
		"void", "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int",
		"long", "unsigned long", "long long", "unsigned long long", "float", "double", "long double", "__int128",
	}
}
